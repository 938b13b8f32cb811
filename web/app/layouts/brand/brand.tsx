import { Link } from "#web/ui/router/router.tsx";
import type { SiteContent } from "../site-content.ts";
import styles from "./brand.module.css";
import { Logo } from "./logo.tsx";

type BrandProps = Pick<SiteContent, "name" | "logoUrl"> & { to: string | undefined };

/** The library's logo and name; a link where there is somewhere to go. */
export function Brand({ name, logoUrl, to }: BrandProps) {
  const inside = (
    <>
      <span className={styles.mark}>
        {logoUrl ? <img src={logoUrl} alt="" className={styles.picture} /> : <Logo size={48} />}
      </span>
      <span className={styles.name}>{name}</span>
    </>
  );
  if (!to) return <div className={styles.brand}>{inside}</div>;
  return (
    <Link className={styles.brand} to={to}>
      {inside}
    </Link>
  );
}
