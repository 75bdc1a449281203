import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import Button from 'antd/es/button'
import Card from 'antd/es/card'
import Dropdown from 'antd/es/dropdown'
import Empty from 'antd/es/empty'
import Input from 'antd/es/input'
import Pagination from 'antd/es/pagination'
import Result from 'antd/es/result'
import Skeleton from 'antd/es/skeleton'
import Tag from 'antd/es/tag'
import { type ReactNode, useState } from 'react'
import { useCall } from '../../../../web/client.ts'
import { useMay } from '../../../../web/shell/may.ts'
import { type Bank, bankCalls } from '../contract.ts'
import { BankDelete } from './BankDelete.tsx'
import { BankModal } from './BankModal.tsx'
import './Banks.css'
import { useBankWords } from './words.ts'

const limit = 50

/** A page with the question banks at its side: find, choose, make, edit, delete; folded away on a phone. */
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
  const [keyword, setKeyword] = useState('')
  const [page, setPage] = useState(1)
  const query = useCall(bankCalls.query, { page, limit, ...(keyword ? { keyword } : {}) }, { keep: true })
  const [edited, setEdited] = useState<Bank | 'new' | null>(null)
  const [toDelete, setToDelete] = useState<Bank | null>(null)
  const [open, setOpen] = useState(() => matchMedia('(min-width: 992px)').matches)
  const { total = 0, list = [] } = query.data ?? {}

  return (
    <div className="banks-page">
      <Card
        size="small"
        className="banks"
        title={say('banks')}
        extra={
          <>
            {maySave && (
              <Button
                type="text"
                size="small"
                icon={<PlusOutlined />}
                aria-label={say('create')}
                onClick={() => setEdited('new')}
              />
            )}
            <Button
              type="link"
              size="small"
              className="banks-toggle"
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            >
              {say(open ? 'hide' : 'show')}
            </Button>
          </>
        }
        styles={{ body: open ? {} : { display: 'none' } }}
      >
        {(total > 8 || keyword !== '') && (
          <Input.Search
            allowClear
            aria-label={say('search')}
            placeholder={say('search')}
            onSearch={(text) => {
              setKeyword(text.trim())
              setPage(1)
            }}
          />
        )}
        {query.isPending && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
        {query.isError && (
          <Result
            status="error"
            title={say('failed')}
            subTitle={query.error.message}
            extra={<Button onClick={() => void query.refetch()}>{say('retry')}</Button>}
          />
        )}
        {query.data && (
          <ul className="banks-list">
            <li className="bank-line" data-current={chosen === null}>
              <button
                type="button"
                className="bank-choose"
                aria-current={chosen === null}
                onClick={() => onChoose(null)}
              >
                {say('all')}
              </button>
            </li>
            {list.map((bank) => (
              <BankLine
                key={bank.bankId}
                bank={bank}
                current={bank.bankId === chosen}
                onChoose={() => onChoose(bank.bankId)}
                onEdit={() => setEdited(bank)}
                onDelete={() => setToDelete(bank)}
              />
            ))}
          </ul>
        )}
        {query.data && list.length === 0 && (
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
        {total > limit && (
          <Pagination
            simple
            size="small"
            align="center"
            current={page}
            pageSize={limit}
            total={total}
            onChange={setPage}
          />
        )}
      </Card>
      <div>{children}</div>
      <BankModal bank={edited} onClose={() => setEdited(null)} onMade={onChoose} />
      <BankDelete
        bank={toDelete}
        onClose={() => setToDelete(null)}
        onGone={(bankId) => bankId === chosen && onChoose(null)}
      />
    </div>
  )
}

function BankLine({
  bank,
  current,
  onChoose,
  onEdit,
  onDelete,
}: {
  bank: Bank
  current: boolean
  onChoose: () => void
  onEdit: () => void
  onDelete: () => void
}) {
  const say = useBankWords()
  const mayDelete = useMay(bankCalls.delete)
  const maySave = useMay(bankCalls.save)
  const items = [
    ...(maySave ? [{ key: 'edit', label: say('edit'), onClick: onEdit }] : []),
    ...(mayDelete ? [{ key: 'delete', danger: true, label: say('delete'), onClick: onDelete }] : []),
  ]
  return (
    <li className="bank-line" data-current={current}>
      <button
        type="button"
        className="bank-choose"
        aria-current={current}
        title={[bank.name, bank.remark].filter(Boolean).join(' · ')}
        onClick={onChoose}
      >
        <span className="bank-name">{bank.name}</span>
        {bank.practice && <Tag color="blue">{say('practised')}</Tag>}
        <span className="bank-count">{bank.questions}</span>
      </button>
      {items.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items }}>
          <Button
            type="text"
            size="small"
            icon={<MoreOutlined />}
            aria-label={say('actionsOf', { name: bank.name })}
          />
        </Dropdown>
      )}
    </li>
  )
}
