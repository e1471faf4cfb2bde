import { type NavigateOptions, type To, useNavigate } from 'react-router-dom';
import { useIsUnmounted } from './use-is-unmounted.ts';

/** Like `useNavigate`, for async code: a shopper who has left the page in the meantime is not taken to another one. */
export function useNavigateWhileMounted(): (to: To, options?: NavigateOptions) => Promise<void> {
  const navigate = useNavigate();
  const isUnmounted = useIsUnmounted();
  return async (to, options) => {
    if (!isUnmounted()) await navigate(to, options);
  };
}
