import { useLanguage } from "#web/language/use-language.ts";
import { Fragment } from "react";
import { Landmark } from "#web/ui/first-icons.tsx";
import styles from "./footer-parts.module.css";

export type Contact = { phones: readonly string[]; email: string };

export function AddressLines({ address }: { address: string }) {
  return (
    <address className={styles.address} lang="en">
      {address}
    </address>
  );
}

export function ContactLinks({ phones, email }: Contact) {
  return (
    <>
      {phones.map((phone) => (
        <Fragment key={phone}>
          <a href={`tel:${phone.replace(/[^\d+]/g, "")}`} className={styles.link}>
            {phone}
          </a>{" "}
        </Fragment>
      ))}
      {email && (
        <a href={`mailto:${email}`} className={styles.link}>
          {email}
        </a>
      )}
    </>
  );
}

export type FooterBlocksProps = Contact & {
  postalAddress: string;
  maintainedBy: string;
  /** The language of `maintainedBy`, if it is not the page's. */
  lang?: string | undefined;
  agencies: readonly { name: string; logoUrl?: string | undefined }[];
  socialLinks: readonly { label: string; href: string }[];
};

export function FooterBlocks({
  maintainedBy,
  lang,
  agencies,
  socialLinks,
  phones,
  email,
  postalAddress,
}: FooterBlocksProps) {
  const { t } = useLanguage();
  return (
    <div className={styles.blocks}>
      <section className={styles.block}>
        <h2>{t("About")}</h2>
        <p lang={lang}>{maintainedBy}</p>
        <ul className={styles.agencies}>
          {agencies.map(({ name, logoUrl }) => (
            <li key={name} className={styles.agency}>
              {logoUrl ? <img src={logoUrl} alt="" height={48} /> : <Landmark size={24} />}
              {name}
            </li>
          ))}
        </ul>
      </section>
      {socialLinks.length > 0 && (
        <section className={styles.block}>
          <h2>{t("Follow Us")}</h2>
          <ul className={styles.list}>
            {socialLinks.map(({ label, href }) => (
              <li key={label}>
                <a href={href} rel="noopener" className={styles.link}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className={styles.block}>
        <h2>{t("Contact Us")}</h2>
        <p className={styles.list}>
          <ContactLinks phones={phones} email={email} />
        </p>
        {postalAddress && <AddressLines address={postalAddress} />}
      </section>
    </div>
  );
}
