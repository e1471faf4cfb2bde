import type { MarketingPostResolvers, QueryResolvers, SlideResolvers } from '../../generated/resolvers.ts';
import { parseImageWidth } from './image-width.ts';

/** Lists that are kept up to date in the background; one that never came is asked for now. */
export const contentQueries: Pick<QueryResolvers, 'coupons' | 'notifications' | 'slides' | 'marketingPosts'> =
  {
    coupons: (_, __, { services }) => services.loader.coupons.loaded(),
    notifications: (_, __, { services }) => services.loader.notifications.loaded(),
    slides: (_, __, { services }) => services.loader.slides.loaded(),
    marketingPosts: (_, __, { services }) => services.loader.marketingPosts.loaded(),
  };

/** A slide's picture gets an address that a browser can reach. */
export const slide: SlideResolvers = {
  thumbnailFile: ({ thumbnailFile }, { width }, context) =>
    context.mediaUrl(thumbnailFile, parseImageWidth(width)),
};

/** A post's picture gets an address that a browser can reach. */
export const marketingPost: MarketingPostResolvers = {
  image: ({ image }, { width }, context) => context.mediaUrl(image, parseImageWidth(width)),
};
