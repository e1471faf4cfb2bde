import type { CatalogueLoader } from '../../catalogue/sync/loader.ts';
import type { MarketingPostResolvers, QueryResolvers, SlideResolvers } from '../../generated/resolvers.ts';
import { parseImageWidth } from './arguments.ts';

type ContentQueries = Pick<QueryResolvers, 'coupons' | 'notifications' | 'slides' | 'marketingPosts'>;

/** Lists that the loader refreshes in the background. A list that has not been loaded yet is fetched on request. */
export function createContentQueries(loader: CatalogueLoader): ContentQueries {
  return {
    coupons: () => loader.coupons.getContent(),
    notifications: () => loader.notifications.getContent(),
    slides: () => loader.slides.getContent(),
    marketingPosts: () => loader.marketingPosts.getContent(),
  };
}

export const slide: SlideResolvers = {
  thumbnailFile: ({ thumbnailFile }, { width }, context) =>
    context.mediaUrl(thumbnailFile, parseImageWidth(width)),
};

export const marketingPost: MarketingPostResolvers = {
  image: ({ image }, { width }, context) => context.mediaUrl(image, parseImageWidth(width)),
};
