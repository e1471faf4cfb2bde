import type { MarketingPostResolvers, QueryResolvers, SlideResolvers } from '../generated/resolvers.ts';

export const contentQueries: Pick<QueryResolvers, 'coupons' | 'notifications' | 'slides' | 'marketingPosts'> =
  {
    coupons: (_, __, { services }) => services.contents.coupons.loaded(),
    notifications: (_, __, { services }) => services.contents.notifications.loaded(),
    slides: (_, __, { services }) => services.contents.slides.loaded(),
    marketingPosts: (_, __, { services }) => services.contents.marketingPosts.loaded(),
  };

export const slide: SlideResolvers = {
  thumbnailFile: ({ thumbnailFile }, _, context) => context.address(thumbnailFile),
};

export const marketingPost: MarketingPostResolvers = {
  image: ({ image }, _, context) => context.address(image),
};
