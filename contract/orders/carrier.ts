export type Carrier = { name: string; href: string };

const carriers = [
  { name: "UPS", format: /^1Z[0-9A-Z]{16}$/, page: "https://www.ups.com/track?tracknum=" },
  {
    name: "USPS",
    // domestic services: 20 to 22 digits, optionally prefixed with 420 and the ZIP code; or the international format
    format: /^(?:420\d{5}(?:\d{4})?)?(?:9[1-5]\d{18,20}|7[01]\d{18}|[0-2][23]\d{18})$|^[A-Z]{2}\d{9}US$/,
    page: "https://tools.usps.com/go/TrackConfirmAction?tLabels=",
  },
  { name: "FedEx", format: /^(?:\d{12}|\d{15}|96\d{20})$/, page: "https://www.fedex.com/fedextrack/?trknbr=" },
];

export function carrierOf(trackingNumber: string): Carrier | undefined {
  const number = trackingNumber.toUpperCase().replace(/[\s-]/g, "");
  const carrier = carriers.find(({ format }) => format.test(number));
  return carrier && { name: carrier.name, href: carrier.page + number };
}
