import { use } from 'react'
import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { WholeProject } from '../../../web/shell/view/may.ts'
import { cacheNames, dashboardCalls } from '../contract.ts'
import { useDashboardWords } from './words.ts'

/** Clears what the server remembers of catalogues, certificates and questions, and says how much that was. */
export function ClearCaches() {
  const say = useDashboardWords()
  const clear = useAction(dashboardCalls.delRedisKey, {
    onDone: (cleared) =>
      notify('success', say('cleared', { count: cleared.reduce((sum, one) => sum + one.cleared, 0) })),
  })
  if (!use(WholeProject)) return null
  return (
    <Button size="small" loading={clear.isPending} onClick={() => clear.mutate({ keys: [...cacheNames] })}>
      {say('clearCaches')}
    </Button>
  )
}
