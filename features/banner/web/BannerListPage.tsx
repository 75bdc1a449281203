import { useState } from 'react'
import { useAction, useCall } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { Empty, Loaded } from '../../../web/kit/Loaded.tsx'
import { notify } from '../../../web/notice.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { OrderedRows } from '../../../web/shell/control/OrderedRows.tsx'
import { RowActions } from '../../../web/shell/control/RowActions.tsx'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { useBegin } from '../../../web/shell/view/useBegin.ts'
import { useBilingual } from '../../../web/words.ts'
import { picturePath } from '../../file/rules.ts'
import { type Banner, bannerCalls, type BannerSlot } from '../contract.ts'
import './Banner.css'
import { BannerBox } from './BannerCarousel.tsx'
import { useBannerWords } from './words.ts'

const BannerDrawer = dialogPart(() => import('./BannerDrawer.tsx'))

/** /account-manage/banner-list: the banners of the portal's pages, in their order. */
export default function BannerListPage() {
  const say = useBannerWords()
  const pick = useBilingual()
  const query = useCall(bannerCalls.query, {}, { staleTime: 0 })
  const [edited, setEdited] = useState<Banner | 'new' | null>(null)
  useBegin('banner', () => setEdited('new'))
  const order = useAction(bannerCalls.order)
  const titleOf = ({ title, titleEn }: Banner) => pick(title, titleEn)
  const add = (
    <Button type="primary" onClick={() => setEdited('new')}>
      {say('add')}
    </Button>
  )
  return (
    <div className="shell-card">
      <Loaded query={query}>
        {(banners) =>
          banners.length === 0 ? (
            <Empty title={say('none')} hint={say('noneHint')} action={add} />
          ) : (
            <div className="banner-page k-stack">
              {add}
              <p className="k-muted">{say('lead')}</p>
              <OrderedRows
                className="banner-rows k-stack k-gap-2 k-list"
                rows={banners.map((banner) => ({ ...banner, key: banner.id }))}
                onChange={(rows, { id }) => {
                  const at = rows.findIndex((row) => row.id === id)
                  order.mutate({ id, after: rows[at - 1]?.id ?? null })
                }}
                labelOf={(banner, way) => say(way, { title: titleOf(banner) })}
                isOff={({ state }) => state !== 'shown'}
                isBusy={order.isPending || query.isFetching}
              >
                {(banner) => <Row banner={banner} title={titleOf(banner)} onEdit={() => setEdited(banner)} />}
              </OrderedRows>
            </div>
          )
        }
      </Loaded>
      {edited && <BannerDrawer banner={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </div>
  )
}

const colors = { off: 'default', scheduled: 'blue', shown: 'green', ended: 'default' } as const

function Row({ banner, title, onEdit }: { banner: Banner; title: string; onEdit: () => void }) {
  const say = useBannerWords()
  const remove = useAction(bannerCalls.delete)
  const { id, state, places, address, className, openClassId } = banner
  const slot = banner.pcKey ? 'pc' : 'phone'
  const isClosed = className !== null && openClassId === null
  return (
    <>
      <BannerBox slot={slot}>
        {banner[`${slot}Key`] && (
          <img className="k-fill" src={picturePath(banner[`${slot}Key`]!)} alt="" loading="lazy" />
        )}
      </BannerBox>
      <div className="banner-facts">
        <b>{title}</b> <Tag color={colors[state]}>{say(state)}</Tag>
        <div className="k-muted k-small">
          {[places.map((place) => say(place)).join(say('comma')), period(banner, say)].join(' · ')}
        </div>
        <div className="k-muted k-small">
          {isClosed ? say('closedClass', { name: className }) : (className ?? address ?? say('nowhere'))}
        </div>
      </div>
      <div className="banner-shows k-cluster">
        <Show banner={banner} slot="pc" title={title} />
        <Show banner={banner} slot="phone" title={title} />
      </div>
      <RowActions
        actions={[
          { key: 'edit', label: say('edit'), opens: true, onClick: onEdit },
          {
            key: 'delete',
            label: say('delete'),
            danger: true,
            confirm: { title: say('deleteConfirm', { title }), text: say('deleteText') },
            onClick: () => remove.mutate({ id }),
          },
        ]}
      />
    </>
  )
}

function period({ startsAt, endsAt }: Banner, say: ReturnType<typeof useBannerWords>): string {
  if (startsAt && endsAt) return say('fromUntil', { from: dateTime(startsAt), to: dateTime(endsAt) })
  if (startsAt) return say('from', { from: dateTime(startsAt) })
  return endsAt ? say('until', { to: dateTime(endsAt) }) : say('noEnd')
}

/** Switch that shows a banner on desktops, or on phones, at once. */
function Show({ banner, slot, title }: { banner: Banner; slot: BannerSlot; title: string }) {
  const say = useBannerWords()
  const isPc = slot === 'pc'
  const enable = useAction(isPc ? bannerCalls.enableShowPc : bannerCalls.enableShowMobile, {
    onDone: () => notify('success', say('saved')),
  })
  const hasPicture = banner[`${slot}Key`] !== null
  return (
    <label className="banner-show k-cluster" title={hasPicture ? undefined : say('noPicture')}>
      <input
        type="checkbox"
        aria-label={say(isPc ? 'onPcOf' : 'onPhoneOf', { title })}
        disabled={!hasPicture || enable.isPending}
        checked={isPc ? banner.showPc : banner.showPhone}
        onChange={({ target }) => enable.mutate({ id: banner.id, enabled: target.checked })}
      />
      {say(isPc ? 'onPc' : 'onPhone')}
      {!hasPicture && <span className="k-muted k-small">{say('noPicture')}</span>}
    </label>
  )
}
