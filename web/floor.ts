/**
 * The oldest browsers the pages run in, and the Android WebViews of that age: what the build compiles to, what a test
 * of the built pages allows, and what `public/floor.js` asks of older ones.
 */
export const floor = { chrome: 100, safari: 15.4 }
