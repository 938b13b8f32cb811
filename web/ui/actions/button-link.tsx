import type { ComponentProps, ReactNode } from "react";
import { Link } from "#web/ui/router/router.tsx";
import { cx } from "#web/ui/cx.ts";
import { buttonClass, type ButtonLook } from "./button-look.ts";

type ButtonLinkProps = ComponentProps<typeof Link> & ButtonLook & { icon?: ReactNode };

/** A link that looks like a button: for navigation, never for an action. */
export function ButtonLink({ look, size, wide, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={cx(buttonClass({ look, size, wide }), className)}>
      {icon}
      {children}
    </Link>
  );
}
