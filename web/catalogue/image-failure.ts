/** Props of an `img` that tell when its picture cannot be had. */
export function whenPictureFails(tell: () => void) {
  return {
    ref: (image: HTMLImageElement | null) => {
      // A picture that failed before the page came alive fires no event any more.
      if (image?.complete === true && image.naturalWidth === 0 && image.currentSrc !== '') tell();
    },
    onError: tell,
  };
}
