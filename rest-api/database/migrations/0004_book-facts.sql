ALTER TABLE "products" ADD COLUMN "page_count" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "binding" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "edition" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "publication_year" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "first_publication_year" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "translator" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "age_group" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "transliterated_name" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "transliterated_author" text;