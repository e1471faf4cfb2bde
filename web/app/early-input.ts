/** What a visitor did before the page was hydrated. The inline script and the functions below share it. */
interface EarlyInput {
  /** The button clicked last. */
  button?: HTMLButtonElement;
  /** The fields that were changed, with their text, or whether they are checked. */
  fields: Map<HTMLInputElement, string | boolean>;
  stopRecordingClicks(): void;
  stopRecordingFields(): void;
}

declare global {
  interface Window {
    earlyInput?: EarlyInput;
  }
}

/**
 * The inline script that records input before hydration. Links, popovers and native form submits work without it. It is
 * terse because it is part of every page.
 */
export const earlyInputScript = `{const i=window.earlyInput={fields:new Map()},listen=(n,f)=>{addEventListener(n,f,true);return()=>removeEventListener(n,f,true)};i.stopRecordingClicks=listen('click',({target:t})=>{const b=t.closest('button:not([popovertarget])');if(b&&(!b.form||b.type=='button'))i.button=b});i.stopRecordingFields=listen('input',({target:t})=>i.fields.set(t,/checkbox|radio/.test(t.type)?t.checked:t.value))}`;

/** Call right before hydration: from then on React records clicks itself, and none must be handled twice. */
export function stopRecordingClicks(): void {
  window.earlyInput?.stopRecordingClicks();
}

/** Repeats the recorded input on elements that are still in the document. Call after hydration. */
export function replayEarlyInput(): void {
  const { earlyInput } = window;
  if (earlyInput === undefined) return;
  delete window.earlyInput;
  earlyInput.stopRecordingFields();
  for (const [field, value] of earlyInput.fields) if (field.isConnected) fillIn(field, value);
  if (earlyInput.button?.isConnected) earlyInput.button.click();
}

/** React ignores an event that does not change the field, so another value is set before. */
function fillIn(field: HTMLInputElement, value: string | boolean): void {
  if (typeof value === 'boolean') {
    field.checked = !value;
    field.click();
    return;
  }
  field.value = '';
  // The setter of the prototype, because React observes that of the element.
  Reflect.set(Object.getPrototypeOf(field), 'value', value, field);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}
