import { Button } from './Button.tsx'
import { useKitWords } from './words.ts'

/** Previous and next of a learner's list. */
export function Pager({
  page,
  limit,
  total,
  onPage,
}: {
  page: number
  limit: number
  total: number
  onPage: (page: number) => void
}) {
  const say = useKitWords()
  const pages = Math.max(1, Math.ceil(total / limit))
  if (pages === 1) return null
  return (
    <nav
      style={{ display: 'flex', gap: 12, alignItems: 'center', justifyContent: 'center', padding: '24px 0' }}
    >
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {say('previous')}
      </Button>
      <span className="k-muted k-small">{say('page', { page, pages, total })}</span>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {say('next')}
      </Button>
    </nav>
  )
}
