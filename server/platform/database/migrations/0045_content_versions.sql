CREATE TABLE "content_version" (
	"file" text NOT NULL,
	"version" integer NOT NULL,
	"text" text NOT NULL,
	"author" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "content_version_file_version_pk" PRIMARY KEY("file","version"),
	CONSTRAINT "content_version_version_check" CHECK ("content_version"."version" >= 1)
);
