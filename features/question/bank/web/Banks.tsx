import { type ReactNode, useState } from 'react'
import { useCall } from '../../../../web/client.ts'
import { Empty } from '../../../../web/kit/Loaded.tsx'
import { Tag } from '../../../../web/shell/control/Tag.tsx'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { useMay } from '../../../../web/shell/view/may.ts'
import { Pages } from '../../../../web/shell/control/Pages.tsx'
import { SideTree } from '../../../../web/shell/list/SideTree.tsx'
import { usePaused } from '../../../../web/shell/view/usePaused.ts'
import { type Bank, bankCalls } from '../contract.ts'
import { useBankWords } from './words.ts'
import { dialogPart } from '../../../../web/shell/form/withAntd.tsx'

const BankDelete = dialogPart(() => import('./BankDelete.tsx'))
const BankDialog = dialogPart(() => import('./BankDialog.tsx'))

const limit = 50

/** A page with the question banks at its side: find, choose, make, edit, delete. */
export function Banks({
  chosen,
  onChoose,
  children,
}: {
  /** Null shows all questions. */
  chosen: string | null
  onChoose: (bankId: string | null) => void
  children: ReactNode
}) {
  const say = useBankWords()
  const maySave = useMay(bankCalls.save)
  const mayDelete = useMay(bankCalls.delete)
  const [words, setWords] = useState('')
  const keyword = usePaused(words.trim())
  const [page, setPage] = useState(1)
  const query = useCall(bankCalls.query, { page, limit, ...(keyword ? { keyword } : {}) }, { keep: true })
  const [edited, setEdited] = useState<Bank | 'new' | null>(null)
  const [toDelete, setToDelete] = useState<Bank | null>(null)
  const { total = 0, list = [] } = query.data ?? {}

  const footer = (
    <>
      {list.length === 0 && (
        <Empty
          title={keyword ? say('noMatch', { keyword }) : say('none')}
          {...(!keyword &&
            maySave && {
              hint: say('noneHint'),
              action: (
                <Button type="primary" onClick={() => setEdited('new')}>
                  {say('create')}
                </Button>
              ),
            })}
        />
      )}
      <Pages {...{ page, limit, total }} onPage={setPage} hidesOne />
    </>
  )

  return (
    <SideTree
      flat
      title={say('banks')}
      all={say('all')}
      query={query}
      rows={list.map((bank) => ({ ...bank, id: bank.bankId, parentId: null }))}
      chosen={chosen}
      onChoose={onChoose}
      renderName={({ name, remark }) => (
        <span title={[name, remark].filter(Boolean).join(' · ')}>{name}</span>
      )}
      renderEnd={({ practice, questions }) => (
        <>
          {practice && <Tag color="blue">{say('practised')}</Tag>}
          <span className="k-caption k-numbers">{questions}</span>
        </>
      )}
      add={maySave && { label: say('create'), onAdd: () => setEdited('new') }}
      actionsOf={(bank) => [
        ...(maySave
          ? [{ key: 'edit', opens: true, label: say('edit'), onClick: () => setEdited(bank) }]
          : []),
        ...(mayDelete
          ? [{ key: 'delete', label: say('delete'), danger: true, onClick: () => setToDelete(bank) }]
          : []),
      ]}
      search={
        (total > 8 || words !== '') && (
          <input
            type="search"
            className="office-input"
            aria-label={say('search')}
            placeholder={say('search')}
            value={words}
            onChange={({ target }) => {
              setWords(target.value)
              setPage(1)
            }}
          />
        )
      }
      footer={footer}
    >
      {children}
      {edited && (
        <BankDialog
          bank={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onMade={onChoose}
        />
      )}
      {toDelete && (
        <BankDelete
          bank={toDelete}
          onClose={() => setToDelete(null)}
          onGone={() => toDelete.bankId === chosen && onChoose(null)}
        />
      )}
    </SideTree>
  )
}
