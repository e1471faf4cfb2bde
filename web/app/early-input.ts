/** The last click and the input before hydration. The inline script records them; `replayEarlyInput` repeats them. */
interface EarlyInput {
  /** The button clicked last. */
  button?: HTMLButtonElement;
  /** The fields that were changed, each with its text or whether it is checked. */
  fields: Map<HTMLInputElement, string | boolean>;
  stopRecording(): void;
}

declare global {
  interface Window {
    earlyInput?: EarlyInput;
  }
}

/**
 * The inline script that records input before hydration. It ignores clicks on links and on buttons that open or close
 * popovers or submit native forms, because these work without React. Forms that only React can submit have the attribute
 * `noValidate`. Recorded clicks don't reach React, not even while it hydrates: React would submit a form before it knows
 * the values of its fields. The script is terse because it is part of every page.
 */
export const earlyInputScript = `{const a=new AbortController,o={capture:true,signal:a.signal},i=window.earlyInput={fields:new Map,stopRecording(){a.abort()}};addEventListener('click',e=>{const b=e.target.closest('button:not([popovertarget])');if(b&&(b.type=='button'||!b.form||b.form.noValidate)){e.preventDefault();e.stopPropagation();i.button=b}},o);addEventListener('input',({target:t})=>i.fields.set(t,/checkbox|radio/.test(t.type)?t.checked:t.value),o)}`;

/** Repeats the recorded input on elements that are still in the document. Call after hydration. */
export function replayEarlyInput(): void {
  const { earlyInput } = window;
  if (earlyInput === undefined) return;
  delete window.earlyInput;
  for (const [field, value] of [...earlyInput.fields]) if (field.isConnected) fillIn(field, value);
  // In a new task, because Chakra UI's checkboxes report a change in a microtask.
  setTimeout(() => {
    earlyInput.stopRecording();
    if (earlyInput.button?.isConnected) earlyInput.button.click();
  });
}

/** React ignores an event that does not change the field, so another value is set first. */
function fillIn(field: HTMLInputElement, value: string | boolean): void {
  if (typeof value === 'boolean') {
    field.checked = !value;
    field.click();
    return;
  }
  field.value = `${value} `;
  // Calls the prototype's setter, because React has replaced the element's own setter to track changes.
  Reflect.set(Object.getPrototypeOf(field), 'value', value, field);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}
