/** The first position from 0 to `length` that is behind, where all positions after it are behind too. */
export function bisect(length: number, isBehind: (position: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBehind(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
