import { useCall } from '../../../web/client.ts'
import { useVisitorCart } from '../../cart/web/visitorCart.ts'
import { useToken } from '../../session/web/account.ts'
import { catalogueCalls } from '../contract.ts'
import { joiningOf } from '../rules.ts'

/** The options of a visitor for a class that is in their cart. */
const visitor = { isLearner: false, isSignedIn: false, inCart: true, inOrder: false }

/**
 * The classes of a visitor's cart as everyone may read them now, with the sum of what can be ordered; `gone` are ids of
 * those that are shown no longer. Undefined until they are there, and for who is signed in.
 */
export function useVisitorClasses() {
  const ids = useVisitorCart()
  const isVisitor = useToken() === null
  const input = { ids: [...ids], limit: 50 }
  const isAsked = isVisitor && ids.length > 0
  const { data, isPlaceholderData } = useCall(catalogueCalls.findClassList, input, {
    enabled: isAsked,
    keep: true,
  })
  if (!isAsked || !data) return undefined
  const classes = new Map(data.list.map((item) => [item.id, item]))
  const list = ids.flatMap((id) => {
    const item = classes.get(id)
    return item ? [{ item, joining: joiningOf(item, visitor) }] : []
  })
  const amount = list.reduce((sum, { item, joining }) => sum + (joining === 'checkOut' ? item.price : 0), 0)
  return { list, amount, gone: isPlaceholderData ? [] : ids.filter((id) => !classes.has(id)) }
}
