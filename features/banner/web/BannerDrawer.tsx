import Checkbox from 'antd/es/checkbox'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Radio from 'antd/es/radio'
import Switch from 'antd/es/switch'
import type { Dayjs } from 'dayjs'
import { useRef, useState } from 'react'
import { send, useAction, useCall } from '../../../web/client.ts'
import { fileSize } from '../../../web/format.ts'
import { freshId } from '../../../web/freshId.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { SearchSelect } from '../../../web/shell/control/SearchSelect.tsx'
import { FormDrawer } from '../../../web/shell/form/FormDrawer.tsx'
import { useBilingual } from '../../../web/words.ts'
import { usePaused } from '../../../web/shell/view/usePaused.ts'
import { momentOf, wallOf } from '../../../web/wallTime.ts'
import { catalogueCalls } from '../../catalogue/contract.ts'
import { PeriodInput } from '../../../web/shell/form/PeriodInput.tsx'
import { imageLimits, picturePath } from '../../file/rules.ts'
import { CropDialog } from '../../file/web/CropDialog.tsx'
import {
  type Banner,
  bannerCalls,
  type BannerFields,
  bannerPlaces,
  type BannerSlot,
  bannerSlots,
} from '../contract.ts'
import './Banner.css'
import { BannerBox } from './BannerCarousel.tsx'
import { useBannerWords } from './words.ts'

const targets = ['nowhere', 'class', 'page', 'link'] as const
type Target = (typeof targets)[number]

type Values = Omit<BannerFields, 'classId' | 'address' | 'startsAt' | 'endsAt' | 'showPc' | 'showPhone'> & {
  target: Target
  classId: string | undefined
  address: string
  slots: BannerSlot[]
  period: [Dayjs | null, Dayjs | null] | null
}

const wall = (at: string | null) => (at === null ? null : wallOf(at))
const moment = (time: Dayjs | null | undefined) => (time ? momentOf(time) : null)

function targetOf({ classId, address }: BannerFields): Target {
  if (classId !== null) return 'class'
  if (address === null) return 'nowhere'
  return address.startsWith('/') ? 'page' : 'link'
}

/** Values of the form for a banner; a new one is shown on the front page, always. */
const valuesOf = (banner: Banner | null): Values => ({
  title: banner?.title ?? '',
  titleEn: banner?.titleEn ?? '',
  showTitle: banner?.showTitle ?? false,
  pcKey: banner?.pcKey ?? null,
  phoneKey: banner?.phoneKey ?? null,
  target: banner ? targetOf(banner) : 'nowhere',
  classId: banner?.classId ?? undefined,
  address: banner?.address ?? '',
  places: banner?.places ?? ['home'],
  slots: banner ? (['pc', 'phone'] as const).filter((slot) => banner[showOf[slot]]) : ['pc', 'phone'],
  period: banner && [wall(banner.startsAt), wall(banner.endsAt)],
})

const showOf = { pc: 'showPc', phone: 'showPhone' } as const

const fieldsOf = ({ target, classId, address, slots, period, ...fields }: Values): BannerFields => ({
  ...fields,
  classId: target === 'class' ? (classId ?? null) : null,
  address: target === 'page' || target === 'link' ? address : null,
  showPc: slots.includes('pc'),
  showPhone: slots.includes('phone'),
  startsAt: moment(period?.[0]),
  endsAt: moment(period?.[1]),
})

/** Adds a banner or changes one; both pictures are shown as visitors see them. */
export default function BannerDrawer({ banner, onClose }: { banner: Banner | null; onClose: () => void }) {
  const say = useBannerWords()
  const requestKey = useRef(freshId())
  const save = useAction(bannerCalls.save, { quiet: true })

  async function load() {
    const latest = (await send(bannerCalls.query, {})).find(({ id }) => id === banner!.id) ?? banner!
    return { revision: latest.revision, values: valuesOf(latest) }
  }

  return (
    <FormDrawer<Values, { id: string }>
      name="banner"
      title={say(banner ? 'editTitle' : 'add')}
      values={valuesOf(banner)}
      revised={banner && { revision: banner.revision, load }}
      inputs={{ startsAt: 'period', endsAt: 'period' }}
      onSave={(values, revision) =>
        save.mutateAsync({
          ...(banner ? { id: banner.id, revision: revision! } : { requestKey: requestKey.current }),
          ...fieldsOf(values),
        })
      }
      success={say('saved')}
      onClose={onClose}
    >
      <Form.Item
        name="title"
        label={say('title')}
        extra={say('titleHint')}
        rules={[{ required: true, whitespace: true, message: say('mustFill') }]}
      >
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="titleEn" label={say('titleEn')} extra={say('titleEnHint')}>
        <Input maxLength={120} />
      </Form.Item>
      <Form.Item
        name="showTitle"
        label={say('showTitle')}
        extra={say('showTitleHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
      <Form.Item name="pcKey" label={say('pcKey')}>
        <PictureInput slot="pc" />
      </Form.Item>
      <Form.Item name="phoneKey" label={say('phoneKey')}>
        <PictureInput slot="phone" />
      </Form.Item>
      <Form.Item name="slots" label={say('shownOn')}>
        <Checkbox.Group
          options={[
            { value: 'pc', label: say('onPc') },
            { value: 'phone', label: say('onPhone') },
          ]}
        />
      </Form.Item>
      <TargetInputs className={banner?.className ?? null} />
      <Form.Item name="places" label={say('places')} rules={[{ required: true, message: say('mustFill') }]}>
        <Checkbox.Group options={bannerPlaces.map((value) => ({ value, label: say(value) }))} />
      </Form.Item>
      <Form.Item name="period" label={say('shownPeriod')} extra={say('periodHint')}>
        <PeriodInput />
      </Form.Item>
    </FormDrawer>
  )
}

/** Inputs of the target: nothing, a class, a page of the portal or another site. */
function TargetInputs({ className }: { className: string | null }) {
  const say = useBannerWords()
  const target = Form.useWatch<Target | undefined>('target')
  const needed = [{ required: true, whitespace: true, message: say('mustFill') }]
  return (
    <>
      <Form.Item name="target" label={say('target')}>
        <Radio.Group options={targets.map((value) => ({ value, label: say(value) }))} />
      </Form.Item>
      {target === 'class' && (
        <Form.Item name="classId" label={say('class')} rules={needed}>
          <ClassInput name={className} />
        </Form.Item>
      )}
      {(target === 'page' || target === 'link') && (
        <Form.Item
          name="address"
          label={say(target === 'page' ? 'path' : 'url')}
          extra={say(target === 'page' ? 'pathHint' : 'urlHint')}
          rules={needed}
        >
          <Input maxLength={500} />
        </Form.Item>
      )}
    </>
  )
}

/** A class that visitors find, by a part of its name. */
function ClassInput({
  name,
  ...props
}: {
  /** Name of the class that was chosen before. */
  name: string | null
  value?: string
  onChange?: (id?: string) => void
  id?: string
}) {
  const say = useBannerWords()
  const [first] = useState(props.value)
  const [keyword, setKeyword] = useState('')
  const word = usePaused(keyword)
  const found = useCall(
    catalogueCalls.findClassList,
    { limit: 50, ...(word ? { keyword: word } : {}) },
    { keep: true },
  )
  return (
    <SearchSelect
      {...props}
      value={props.value}
      onChange={props.onChange}
      onSearch={setKeyword}
      busy={word !== keyword || found.isPending || found.isPlaceholderData}
      chosen={
        first !== undefined && props.value === first && name ? { value: first, label: name } : undefined
      }
      placeholder={say('chooseClass')}
      width="100%"
      options={(found.data?.list ?? []).map((item) => ({
        value: item.id,
        label: `${item.name} · ${item.year}`,
      }))}
    />
  )
}

/** The picture of a slot as visitors see it, cut to its shape when it is chosen. */
function PictureInput({
  slot,
  value = null,
  onChange,
  id,
}: {
  slot: BannerSlot
  value?: string | null
  onChange?: (key: string | null) => void
  id?: string
}) {
  const say = useBannerWords()
  const [isOpen, setOpen] = useState(false)
  // Until the form is saved only its uploader sees it, by an address of its own.
  const [fresh, setFresh] = useState<{ key: string; path: string } | null>(null)
  const { least, most } = bannerSlots[slot]
  const isPc = slot === 'pc'
  // The label of the field would be the button's name.
  const choose = say(isPc ? 'choosePc' : 'choosePhone')
  const pick = useBilingual()
  const { title = '', titleEn, showTitle } = Form.useWatch<Values | undefined>([]) ?? {}
  return (
    <div className="banner-input k-stack k-gap-2" data-slot={slot}>
      <BannerBox slot={slot} title={showTitle && pick(title, titleEn)}>
        {value ? (
          <img
            className="k-fill"
            src={fresh?.key === value ? fresh.path : picturePath(value)}
            alt={say(`${slot}Key`)}
          />
        ) : (
          <span className="k-muted">{say('empty')}</span>
        )}
      </BannerBox>
      <div className="shell-row">
        <Button id={id} aria-label={choose} onClick={() => setOpen(true)}>
          {choose}
        </Button>
        {value && (
          <Button type="text" danger onClick={() => onChange?.(null)}>
            {say(isPc ? 'removePc' : 'removePhone')}
          </Button>
        )}
      </div>
      {isOpen && (
        <CropDialog
          title={say(`${slot}Key`)}
          hint={say('cropHint', { ...least, size: fileSize(imageLimits.kilobytes * 1024) })}
          keep={say('keep')}
          shape="rect"
          least={least}
          most={most}
          type="image/jpeg"
          onSaved={(key, path) => {
            setFresh({ key, path })
            onChange?.(key)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
