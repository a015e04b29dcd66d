/** The nonce of this page's content security policy, which the server writes into index.html for every request. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

// The scroll lock of dialogs makes a style element at run time and reads its nonce from this global name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
