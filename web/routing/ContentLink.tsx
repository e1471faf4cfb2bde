import type { AnchorHTMLAttributes } from 'react';
import { Link } from 'react-router-dom';

interface ShopLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path of the shop, or an absolute address, as the shop's records give it. */
  to: string;
}

/** A link out of the shop's records: within the shop without loading anew, elsewhere as a plain one. */
export function ContentLink({ to, children, ...rest }: ShopLinkProps) {
  if (/^\/(?!\/)/.test(to)) {
    return (
      <Link to={to} {...rest}>
        {children}
      </Link>
    );
  }
  // Records come from outside: nothing but web addresses is followed.
  if (!/^https?:\/\//.test(to)) return children;
  return (
    <a href={to} rel="noopener noreferrer" {...rest}>
      {children}
    </a>
  );
}
