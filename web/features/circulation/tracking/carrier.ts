/** A carrier and its tracking address. */
export type Carrier = { name: "UPS" | "USPS" | "FedEx"; href: string };

const ups = /^1Z[0-9A-Z]{16}$/;
/** 20 to 22 digits of the domestic services, optionally prefixed with 420 + ZIP; or the international form. */
const usps = /^(?:420\d{5}(?:\d{4})?)?(?:9[1-5]\d{18,20}|7[01]\d{18}|[0-2][23]\d{18})$|^[A-Z]{2}\d{9}US$/;
const fedex = /^(?:\d{12}|\d{15}|96\d{20})$/;

/**
 * Recognizes the carrier by the format of a tracking number, ignoring spaces and dashes; undefined for an unknown
 * format.
 */
export function carrierOf(trackingNumber: string): Carrier | undefined {
  const number = trackingNumber.toUpperCase().replace(/[\s-]/g, "");
  if (ups.test(number)) return { name: "UPS", href: `https://www.ups.com/track?tracknum=${number}` };
  if (usps.test(number))
    return { name: "USPS", href: `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}` };
  if (fedex.test(number)) return { name: "FedEx", href: `https://www.fedex.com/fedextrack/?trknbr=${number}` };
  return undefined;
}
