/**
 * Keeps React working while the browser translates the page. Google Translate replaces each text node with a `<font>`
 * element. React still refers to the original node, so it would fail to remove this node or to insert something before
 * it, and a change of its text would not be visible (React issue 11538).
 */
export function supportPageTranslation(): void {
  /** The element that replaced each text node. */
  const translations = new WeakMap<Node, Element>();
  const { insertBefore, removeChild } = Node.prototype;

  const observer = new MutationObserver((records) => {
    for (const record of records) {
      if (record.type === 'characterData') showOriginal(record.target);
      // React has moved an original node, which leaves its translation behind.
      for (const node of record.addedNodes) translations.get(node)?.remove();
      const translation = findTranslation(record);
      if (translation !== undefined)
        for (const node of record.removedNodes) recordTranslation(node, translation);
    }
  });
  observer.observe(document.body, { childList: true, subtree: true });

  function recordTranslation(node: Node, translation: Element): void {
    if (node.nodeType !== Node.TEXT_NODE) return;
    translations.set(node, translation);
    observer.observe(node, { characterData: true });
  }

  /** Shows a text node that has changed. The browser then translates it again. */
  function showOriginal(node: Node): void {
    if (node.parentNode === null) translations.get(node)?.replaceWith(node);
  }

  /** Returns the node or its translation, whichever is a child of the parent; null if neither is. */
  function findChild(parent: Node, node: Node | null): Node | null {
    if (node === null || node.parentNode === parent) return node;
    const translation = translations.get(node);
    return translation?.parentNode === parent ? translation : null;
  }

  Node.prototype.removeChild = function (child) {
    const present = findChild(this, child);
    if (present !== null) removeChild.call(this, present);
    return child;
  };

  Node.prototype.insertBefore = function (node, reference) {
    insertBefore.call(this, node, findChild(this, reference));
    return node;
  };
}

/** The element that a translator has inserted in place of the removed nodes, or beside them before it removed them. */
function findTranslation({ addedNodes, previousSibling, nextSibling }: MutationRecord): Element | undefined {
  return [...addedNodes, previousSibling, nextSibling].find(isFontElement);
}

function isFontElement(node: Node | null): node is Element {
  return node?.nodeName === 'FONT';
}
