/**
 * The input before hydration: the fields that were changed, and the last click or press of Enter. `recordEarlyInput`
 * records it; `replayEarlyInput` repeats it.
 */
interface EarlyInput {
  /** The button clicked last, or the button of the form in which Enter was pressed last. */
  button?: HTMLButtonElement;
  /** The values of the fields that were changed. */
  values: Map<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement, string>;
  /** Whether the checkboxes and radio buttons that were changed are checked. */
  choices: Map<HTMLInputElement, boolean>;
  /** Aborted to stop recording. */
  recording: AbortController;
}

declare global {
  interface Window {
    earlyInput?: EarlyInput;
  }
}

/**
 * Records input before hydration. Part of the inline script. It ignores clicks on links and on buttons that open or
 * close popovers or submit native forms, because these work without React. Forms that only React can submit have the
 * attribute `noValidate`, and Enter in one of their fields counts as a click on their `SubmitButton`. Recorded clicks
 * don't reach React, not even while it hydrates: React would submit a form before it knows the values of its fields.
 */
export function recordEarlyInput(): void {
  const recording = new AbortController();
  const options = { capture: true, signal: recording.signal };
  const earlyInput: EarlyInput = { values: new Map(), choices: new Map(), recording };
  window.earlyInput = earlyInput;
  const recordClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return;
    const button = event.target.closest<HTMLButtonElement>('button:not([popovertarget])');
    if (button === null || (button.type !== 'button' && button.form?.noValidate === false)) return;
    event.preventDefault();
    event.stopPropagation();
    earlyInput.button = button;
  };
  const recordEnter = ({ key, target, isComposing }: KeyboardEvent) => {
    if (key !== 'Enter' || isComposing || !(target instanceof HTMLInputElement)) return;
    // The browser does not click a `SubmitButton`, because it becomes a submit button only when the page is hydrated.
    const button = target.form?.querySelector<HTMLButtonElement>('button[aria-busy]');
    if (button) earlyInput.button = button;
  };
  const recordChange = ({ target }: Event) => {
    if (target instanceof HTMLInputElement && /checkbox|radio/.test(target.type)) {
      earlyInput.choices.set(target, target.checked);
    } else if (
      target instanceof HTMLInputElement ||
      target instanceof HTMLSelectElement ||
      target instanceof HTMLTextAreaElement
    ) {
      earlyInput.values.set(target, target.value);
    }
  };
  addEventListener('click', recordClick, options);
  addEventListener('keydown', recordEnter, options);
  addEventListener('input', recordChange, options);
}

/**
 * Repeats the recorded input on elements that are still in the document. Call after hydration. React ignores an event that
 * does not change the field, so another value is set first.
 */
export function replayEarlyInput(): void {
  const { earlyInput } = window;
  if (earlyInput === undefined) return;
  delete window.earlyInput;
  for (const [field, value] of earlyInput.values) if (field.isConnected) fillIn(field, value);
  for (const [choice, isChecked] of earlyInput.choices) {
    if (!choice.isConnected) continue;
    choice.checked = !isChecked;
    choice.click();
  }
  // In a new task, because Chakra UI's checkboxes report a change in a microtask.
  setTimeout(() => {
    earlyInput.recording.abort();
    if (earlyInput.button?.isConnected) earlyInput.button.click();
  });
}

function fillIn(field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement, value: string): void {
  field.value = `${value} `;
  // Calls the prototype's setter, because React has replaced the element's own setter to track changes.
  Reflect.set(Object.getPrototypeOf(field), 'value', value, field);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}
