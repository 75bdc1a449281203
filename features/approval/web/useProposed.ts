import { notify } from '../../../web/notice.ts'
import { useMay } from '../../../web/shell/view/may.ts'
import { useApprovalWords } from './words.ts'

/** Permission to open the list of proposals. */
const permission = '/customer/exception-register'

/** Says that an action waits for a second person, with the way to the list for those who may open it. */
export function useProposed(): () => void {
  const say = useApprovalWords()
  const maySee = useMay(permission)
  return () =>
    notify(
      'prompt',
      say('needsSecond'),
      undefined,
      maySee ? { label: say('see'), to: '/customer/approvals' } : undefined,
    )
}
