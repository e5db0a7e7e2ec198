CREATE TABLE "shipping_version" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "shipping_version_only_check" CHECK ("shipping_version"."only")
);
