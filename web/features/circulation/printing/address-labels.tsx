import type { AddressLabel } from "#contract/desk/parcel/addresses.ts";
import { labelsOnPage, type LabelTemplate, labelTemplates } from "#contract/label-templates.ts";
import styles from "./printing.module.css";

/** In tenths of a millimeter. */
export type LabelShift = { offsetX: number; offsetY: number };

type AddressLabelsProps = LabelShift & {
  template: LabelTemplate;
  /** The label of the first sheet to begin with, from 1. */
  startAt: number;
  labels: readonly AddressLabel[];
};

const tenthsInInch = 254;
const inches = (length: number) => `${length}in`;

/** Sheets of address labels, true to size; the print dialog must not scale them. */
export function AddressLabels({ template, startAt, offsetX, offsetY, labels }: AddressLabelsProps) {
  const { page, columns, label, pitch, margin } = labelTemplates[template];
  const places = [...Array.from({ length: startAt - 1 }, () => undefined), ...labels];
  const onPage = labelsOnPage(template);
  const sheets = Array.from({ length: Math.ceil(places.length / onPage) }, (_, at) =>
    places.slice(at * onPage, (at + 1) * onPage),
  );
  return (
    <div data-print-only>
      {sheets.map((sheet, number) => (
        // a hair less than the page: rounded up it would need another one
        <div
          key={number}
          className={styles.sheet}
          style={{ width: inches(page.width), height: inches(page.height - 0.05) }}
        >
          {sheet.map((one, at) => {
            const place = {
              left: inches(margin.left + (at % columns) * pitch.x + offsetX / tenthsInInch),
              top: inches(margin.top + Math.floor(at / columns) * pitch.y + offsetY / tenthsInInch),
              width: inches(label.width),
              height: inches(label.height),
            };
            return (
              one && (
                <div key={at} className={styles.label} style={place} data-address-label>
                  <p className={styles.from}>{one.from}</p>
                  <p className={styles.to}>{one.to}</p>
                </div>
              )
            );
          })}
        </div>
      ))}
    </div>
  );
}
