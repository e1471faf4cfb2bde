import type { MarketingPostResolvers, QueryResolvers, SlideResolvers } from '../../generated/resolvers.ts';
import { parseImageWidth } from './arguments.ts';

/** Lists that the loader refreshes in the background. A list that has not been loaded yet is fetched on request. */
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
