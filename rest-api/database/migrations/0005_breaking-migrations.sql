-- The migrations after which earlier versions of the service can no longer use the database.
CREATE TABLE "drizzle"."breaking_migrations" (
	"created_at" bigint PRIMARY KEY NOT NULL
);
