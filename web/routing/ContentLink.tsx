import type { AnchorHTMLAttributes } from 'react';
import { Link } from 'react-router-dom';
import { isOwnPath } from './own-path.ts';

interface ContentLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path in the shop or an absolute URL, as entered in the REST service. */
  to: string;
}

/**
 * A link in content from the REST service. The router handles paths in the shop; http and https URLs are plain links.
 * For any other URL, only the text is shown.
 */
export function ContentLink({ to, children, ...rest }: ContentLinkProps) {
  if (isOwnPath(to)) {
    return (
      <Link to={to} {...rest}>
        {children}
      </Link>
    );
  }
  // The content is external data, which may contain unsafe URLs, such as those with `javascript:`.
  if (!/^https?:\/\//.test(to)) return children;
  return (
    <a href={to} rel="noopener noreferrer" {...rest}>
      {children}
    </a>
  );
}
