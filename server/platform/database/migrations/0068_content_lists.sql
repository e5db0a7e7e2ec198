CREATE TABLE "content_list" (
	"file" text PRIMARY KEY NOT NULL,
	"entries" jsonb NOT NULL
);
