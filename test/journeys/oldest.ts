import { lackingMembers } from '../floor.ts'

/** Takes away what came after the oldest browsers of `web/floor.ts`; runs in the page. */
function takeAway(lacking: (readonly [kind: string, members: readonly string[] | null])[]): void {
  const typedArray: unknown = Object.getPrototypeOf(Uint8Array)
  for (const [name, members] of lacking) {
    if (members === null) {
      Reflect.deleteProperty(window, name)
      continue
    }
    const kind: unknown = name === 'TypedArray' ? typedArray : Reflect.get(window, name)
    if (!(kind instanceof Object)) continue
    const instance = (kind as { prototype?: object }).prototype
    for (const member of members) {
      const plain = member.replace('static ', '')
      // The data of the language does not tell its statics; a handler is there where its event arrives, or above.
      const owners = plain !== member ? [kind] : [kind, instance, ...(name === 'Window' ? [window] : [])]
      for (const owner of owners) if (owner) Reflect.deleteProperty(owner, plain)
    }
  }
  // The data has these events at what they begin at, and the browser their handlers at all of these.
  for (const owner of [window, HTMLElement.prototype, Document.prototype])
    Reflect.deleteProperty(owner, 'onscrollend')
}

/**
 * A script that makes a browser lack what the oldest browsers lack, by the public compatibility data. What styles and
 * regular expressions may say cannot be taken away; `test/floor.test.ts` reads it in the built pages.
 */
export const becomeOldest = `(${takeAway})(${JSON.stringify([...lackingMembers])})`
