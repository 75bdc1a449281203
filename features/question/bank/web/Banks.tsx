import Empty from 'antd/es/empty'
import Input from 'antd/es/input'
import { type ReactNode, useState } from 'react'
import { useCall } from '../../../../web/client.ts'
import { Tag } from '../../../../web/shell/Tag.tsx'
import { Button } from '../../../../web/shell/Button.tsx'
import { useMay } from '../../../../web/shell/may.ts'
import { Pages } from '../../../../web/shell/Pages.tsx'
import { SideTree } from '../../../../web/shell/SideTree.tsx'
import { type Bank, bankCalls } from '../contract.ts'
import { BankDelete } from './BankDelete.tsx'
import { BankDialog } from './BankDialog.tsx'
import { useBankWords } from './words.ts'

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
  const [keyword, setKeyword] = useState('')
  const [page, setPage] = useState(1)
  const query = useCall(bankCalls.query, { page, limit, ...(keyword ? { keyword } : {}) }, { keep: true })
  const [edited, setEdited] = useState<Bank | 'new' | null>(null)
  const [toDelete, setToDelete] = useState<Bank | null>(null)
  const { total = 0, list = [] } = query.data ?? {}

  const footer = (
    <>
      {list.length === 0 && (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={keyword ? say('noMatch', { keyword }) : say('none')}
        >
          {!keyword && maySave && (
            <>
              <p>{say('noneHint')}</p>
              <Button type="primary" onClick={() => setEdited('new')}>
                {say('create')}
              </Button>
            </>
          )}
        </Empty>
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
          <span className="side-count">{questions}</span>
        </>
      )}
      add={maySave && { label: say('create'), onAdd: () => setEdited('new') }}
      actionsOf={(bank) => [
        ...(maySave ? [{ key: 'edit', label: say('edit'), onClick: () => setEdited(bank) }] : []),
        ...(mayDelete
          ? [{ key: 'delete', label: say('delete'), danger: true, onClick: () => setToDelete(bank) }]
          : []),
      ]}
      search={
        (total > 8 || keyword !== '') && (
          <Input.Search
            allowClear
            aria-label={say('search')}
            placeholder={say('search')}
            onSearch={(text) => {
              setKeyword(text.trim())
              setPage(1)
            }}
          />
        )
      }
      footer={footer}
    >
      {children}
      <BankDialog bank={edited} onClose={() => setEdited(null)} onMade={onChoose} />
      <BankDelete
        bank={toDelete}
        onClose={() => setToDelete(null)}
        onGone={(bankId) => bankId === chosen && onChoose(null)}
      />
    </SideTree>
  )
}
