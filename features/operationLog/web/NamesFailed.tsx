import { Button } from '../../../web/shell/control/Button.tsx'
import { Note } from '../../../web/shell/control/Note.tsx'
import { useAuditNames } from './auditNames.ts'
import { useLogWords } from './words.ts'

/** Says why there are codes where names should be, and asks for the names again. */
export function NamesFailed() {
  const say = useLogWords()
  const { query } = useAuditNames()
  if (!query.isError) return null
  return (
    <Note
      type="warning"
      title={say('namesFailed')}
      action={
        <Button size="small" loading={query.isFetching} onClick={() => void query.refetch()}>
          {say('retry')}
        </Button>
      }
    />
  )
}
