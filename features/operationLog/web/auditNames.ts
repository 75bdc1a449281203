import { useCall } from '../../../web/client.ts'
import { useBilingual } from '../../../web/words.ts'
import { type AuditName, operationLogCalls } from '../contract.ts'

/** Returns names for actions and the kinds of their subjects; one that is not known has its own word. */
export function useAuditNames() {
  const pick = useBilingual()
  const query = useCall(operationLogCalls.findNames, {}, { staleTime: Number.POSITIVE_INFINITY })
  const { data } = query
  const lister = (names: readonly AuditName[] = []) =>
    names.map(({ key, zh, en }) => ({ value: key, label: pick(zh, en) }))
  const [actions, subjects] = [lister(data?.actions), lister(data?.subjects)]
  return {
    query,
    actions,
    subjects,
    actionName: (action: string) => actions.find(({ value }) => value === action)?.label ?? action,
    subjectName: (kind: string) => subjects.find(({ value }) => value === kind)?.label ?? kind,
  }
}
