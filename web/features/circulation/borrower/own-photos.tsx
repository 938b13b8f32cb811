import { useLanguage } from "#web/language/use-language.ts";
import { pictureObjection } from "#web/lib/files/uploads.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { announce } from "#web/ui/feedback/announce.ts";
import { FileGroup } from "#web/ui/forms/file/file-group.tsx";
import { useUpload } from "#web/ui/forms/file/use-upload.ts";
import { ImagePlus, Trash } from "#web/ui/icons.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { ProgressBar } from "#web/ui/progress/progress-bar.tsx";
import { PhotoPicture } from "../photos/borrower-photo.tsx";
import { useAddOwnPhoto, useRemoveOwnPhoto } from "./own-photo-queries.ts";
import styles from "./own-photos.module.css";
import { photoIdsOf } from "./say-values.ts";

/** By these a phone offers its camera and its gallery; and it makes a JPEG of a HEIC, which `image/*` would let through. */
const kinds = "image/jpeg,image/png,image/webp";

type OwnPhotosProps = {
  orderId: number;
  /** Of the field; also the picker's id. */
  name: string;
  label: string;
  hint: string;
  most: number;
  /** The photos' ids, as text. */
  value: string;
  error: string | undefined;
  /** Called with what happens to the ids of that moment. */
  onChange: (change: (photoIds: readonly number[]) => readonly number[]) => void;
  onUploading: (running: Promise<boolean>) => void;
};

/** The photos of a form: taken or chosen one by one, sent at once with progress, shown small, and removable. */
export function OwnPhotos({ orderId, name, label, hint, most, value, error, ...on }: OwnPhotosProps) {
  const { t } = useLanguage();
  const { mutate: discard } = useRemoveOwnPhoto();
  const photoIds = photoIdsOf(value);
  const full = t("That’s as many photos as fit. Remove one to add another.");
  const upload = useUpload<number>(name, {
    upload: useAddOwnPhoto(orderId),
    objection: (file) => (photoIds.length >= most ? full : pictureObjection(file)),
    onUploading: on.onUploading,
    onChange: (added) => {
      if (added === null) return;
      on.onChange((now) => [...now, added]);
      announce(t("Photo added."));
    },
  });
  const remove = (photoId: number) => {
    discard(photoId);
    on.onChange((now) => now.filter((other) => other !== photoId));
    document.getElementById(name)?.focus();
    announce(t("Photo removed."));
  };
  const chooser = photoIds.length === 0 ? t("Add a photo") : t("Add another photo");
  return (
    <FileGroup
      {...{ id: name, label, hint, accept: kinds }}
      optional
      error={upload.refused?.why ?? error}
      isAnnounced
      onFile={upload.send}
    >
      {(over, picker) => (
        <div className={styles.zone} data-over={over || undefined}>
          {photoIds.length > 0 && (
            <ul className={styles.photos}>
              {photoIds.map((photoId, index) => (
                <li key={photoId} className={styles.photo}>
                  <PhotoPicture photoId={photoId} size="small" words={t("Photo {n}", { n: index + 1 })} />
                  <Button size="small" look="quiet" icon={<Trash size={16} />} onClick={() => remove(photoId)}>
                    {t("Remove")}
                    <VisuallyHidden> {t("Photo {n}", { n: index + 1 })}</VisuallyHidden>
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {upload.sending && <Sending part={upload.sending.part} />}
          <div className={styles.actions}>
            {picker(
              <>
                <ImagePlus size={18} /> {chooser}
              </>,
              { size: "small" },
            )}
            {upload.sending && (
              <Button size="small" look="quiet" onClick={upload.giveUp}>
                {t("Stop")}
              </Button>
            )}
          </div>
        </div>
      )}
    </FileGroup>
  );
}

function Sending({ part }: { part: number }) {
  const { t } = useLanguage();
  const percent = Math.floor(part * 100);
  return (
    <ProgressBar
      label={t("Your photo is being sent")}
      part={part}
      words={percent < 100 ? t("{percent}% sent", { percent }) : t("Almost done…")}
    />
  );
}
