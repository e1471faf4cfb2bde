/** Where the early script keeps the button, until the page is alive. */
const keptButton = '__pressedEarly';
const stopped = '__stopEarly';

/**
 * Stands in the page's head and remembers the button that is pressed before the page comes to life;
 * links, popovers and the forms that the browser sends itself work without it. Short, since every page
 * holds it.
 */
export const earlyClicksScript = `{const keep=({target})=>{const b=target.closest('button:not([popovertarget])');if(b&&(!b.form||b.type=='button'))window.${keptButton}=b};addEventListener('click',keep,true);window.${stopped}=()=>removeEventListener('click',keep,true)}`;

/** From now on React sees to what is pressed, also while it brings the page to life: nothing is done twice. */
export function leaveClicksToReact(): void {
  const stop: unknown = Reflect.get(window, stopped);
  if (typeof stop === 'function') stop();
}

/** Presses the remembered button, if it is still there. To be called once the page is alive. */
export function replayEarlyClick(): void {
  const button: unknown = Reflect.get(window, keptButton);
  Reflect.deleteProperty(window, keptButton);
  if (button instanceof HTMLElement && button.isConnected) button.click();
}
