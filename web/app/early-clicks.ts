/** The properties of `window` through which the inline script and the functions below communicate. */
const clickedButton = '__earlyClick';
const stopRecording = '__stopEarlyClicks';

/**
 * The inline script that records the last button clicked before hydration. Links, popovers and native form submits
 * work without it. It is terse because it is part of every page.
 */
export const earlyClicksScript = `{const record=({target})=>{const b=target.closest('button:not([popovertarget])');if(b&&(!b.form||b.type=='button'))window.${clickedButton}=b};addEventListener('click',record,true);window.${stopRecording}=()=>removeEventListener('click',record,true)}`;

/** Call right before hydration: from then on React records clicks itself, and none must be handled twice. */
export function stopRecordingClicks(): void {
  const stop: unknown = Reflect.get(window, stopRecording);
  if (typeof stop === 'function') stop();
}

/** Clicks the recorded button again, if it is still in the document. Call after hydration. */
export function replayEarlyClick(): void {
  const button: unknown = Reflect.get(window, clickedButton);
  Reflect.deleteProperty(window, clickedButton);
  if (button instanceof HTMLElement && button.isConnected) button.click();
}
