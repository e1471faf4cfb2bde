import type { MarketingPostResolvers, QueryResolvers, SlideResolvers } from '../generated/resolvers.ts';

export const contentQueries: Pick<QueryResolvers, 'coupons' | 'notifications' | 'slides' | 'marketingPosts'> =
  {
    coupons: (_, __, { services }) => services.loader.coupons.loaded(),
    notifications: (_, __, { services }) => services.loader.notifications.loaded(),
    slides: (_, __, { services }) => services.loader.slides.loaded(),
    marketingPosts: (_, __, { services }) => services.loader.marketingPosts.loaded(),
  };

export const slide: SlideResolvers = {
  thumbnailFile: ({ thumbnailFile }, _, context) => context.address(thumbnailFile),
};

export const marketingPost: MarketingPostResolvers = {
  image: ({ image }, _, context) => context.address(image),
};
