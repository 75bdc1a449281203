import { isId } from '../../contract/call.ts'
import { cartLimit } from './contract.ts'

/**
 * The classes of a visitor's cart as a browser saved them, the oldest first: ids, each once, and no more than a cart
 * holds. Whatever else is found there is not ours.
 */
export function visitorCartOf(saved: string | null): readonly string[] {
  let found: unknown = null
  try {
    found = JSON.parse(saved ?? 'null')
  } catch {
    return []
  }
  if (!Array.isArray(found)) return []
  const ids = found.filter((id): id is string => typeof id === 'string' && isId(id))
  return [...new Set(ids)].slice(0, cartLimit)
}

/** Path of the reader's cart: a visitor's is shown beside the classes to choose from. */
export const cartPath = (isSignedIn: boolean) =>
  isSignedIn ? '/student/cart' : '/classSelectCenter?cart=open'
