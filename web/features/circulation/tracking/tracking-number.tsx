import { type Carrier, carrierOf } from "#contract/site/carrier.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { ExternalLink } from "#web/ui/icons.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import styles from "./tracking-number.module.css";

/** The number, linked to its carrier if the format reveals it. */
export function TrackingNumber({ value }: { value: string }) {
  const carrier = carrierOf(value);
  if (!value) return <>–</>;
  return (
    <span className={styles.tracking}>
      <span className={styles.number}>{value}</span>
      {carrier && <CarrierLink carrier={carrier} />}
    </span>
  );
}

export function CarrierLink({ carrier }: { carrier: Carrier }) {
  const { t } = useLanguage();
  return (
    <a href={carrier.href} target="_blank" rel="noopener noreferrer" className={styles.link} data-screen-only>
      {t("Track with {name}", { name: carrier.name })}
      <ExternalLink size={14} />
      <VisuallyHidden>{t("(opens in a new tab)")}</VisuallyHidden>
    </a>
  );
}
