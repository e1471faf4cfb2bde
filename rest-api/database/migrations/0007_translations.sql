ALTER TABLE "categories" ADD COLUMN "name_en" text;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "name_mr" text;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "name_hi" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "description_en" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "description_mr" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "description_hi" text;--> statement-breakpoint
ALTER TABLE "marketing_posts" ADD COLUMN "title_en" text;--> statement-breakpoint
ALTER TABLE "marketing_posts" ADD COLUMN "title_mr" text;--> statement-breakpoint
ALTER TABLE "marketing_posts" ADD COLUMN "title_hi" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "notification_en" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "notification_mr" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "notification_hi" text;--> statement-breakpoint
ALTER TABLE "slides" ADD COLUMN "title_en" text;--> statement-breakpoint
ALTER TABLE "slides" ADD COLUMN "title_mr" text;--> statement-breakpoint
ALTER TABLE "slides" ADD COLUMN "title_hi" text;--> statement-breakpoint
ALTER TABLE "slides" ADD COLUMN "thumbnail_file_en" text;--> statement-breakpoint
ALTER TABLE "slides" ADD COLUMN "thumbnail_file_mr" text;--> statement-breakpoint
ALTER TABLE "slides" ADD COLUMN "thumbnail_file_hi" text;