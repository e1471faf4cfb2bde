/** Props for an `img` that call `onFail` when the image cannot be loaded. */
export function getImageFailureProps(onFail: () => void) {
  return {
    ref: (image: HTMLImageElement | null) => {
      // An image that failed before hydration does not fire another error event.
      if (image?.complete === true && image.naturalWidth === 0 && image.currentSrc !== '') onFail();
    },
    onError: onFail,
  };
}

/**
 * The letter that is shown instead of a missing image. It is a single code point, because browsers differ in
 * which code points they combine into one grapheme.
 */
export function getInitial(name: string): string {
  return ([...name.trim()][0] ?? '').toLocaleUpperCase('en-IN');
}
