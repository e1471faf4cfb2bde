import type { MarketingPostResolvers, QueryResolvers, SlideResolvers } from '../../generated/resolvers.ts';
import { parseImageWidth } from './arguments.ts';

/** Lists that the loader refreshes in the background. One that has never been loaded is fetched now. */
export const contentQueries: Pick<QueryResolvers, 'coupons' | 'notifications' | 'slides' | 'marketingPosts'> =
  {
    coupons: (_, __, { services }) => services.loader.coupons.getContent(),
    notifications: (_, __, { services }) => services.loader.notifications.getContent(),
    slides: (_, __, { services }) => services.loader.slides.getContent(),
    marketingPosts: (_, __, { services }) => services.loader.marketingPosts.getContent(),
  };

export const slide: SlideResolvers = {
  thumbnailFile: ({ thumbnailFile }, { width }, context) =>
    context.mediaUrl(thumbnailFile, parseImageWidth(width)),
};

export const marketingPost: MarketingPostResolvers = {
  image: ({ image }, { width }, context) => context.mediaUrl(image, parseImageWidth(width)),
};
