import { use } from 'react'
import type { OutputOf } from '../../../contract/call.ts'
import { useAction } from '../../../web/client.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { WholeProject } from '../../../web/shell/view/may.ts'
import { cacheNames, dashboardCalls } from '../contract.ts'
import { useDashboardWords } from './words.ts'

const countsOf = (cleared: OutputOf<typeof dashboardCalls.delRedisKey>) =>
  Object.fromEntries(cleared.map(({ key, cleared: count }) => [key, count]))

/** Clears what the server remembers of catalogues, certificates and questions, and says how much of each that was. */
export function ClearCaches() {
  const say = useDashboardWords()
  const clear = useAction(dashboardCalls.delRedisKey)
  if (!use(WholeProject)) return null
  return (
    <>
      <Button size="small" loading={clear.isPending} onClick={() => clear.mutate({ keys: [...cacheNames] })}>
        {say('clearCaches')}
      </Button>
      <span role="status" className="k-muted">
        {clear.data && say('cleared', countsOf(clear.data))}
      </span>
    </>
  )
}
