import Space from 'antd/es/space'
import { useRef, useState } from 'react'
import { Button } from '../../../web/shell/control/Button.tsx'
import { useAction } from '../../../web/client.ts'
import { fileCalls } from '../../file/contract.ts'
import { picturePath } from '../../file/rules.ts'
import './CoverInput.css'
import { useClassFormWords } from './formWords.ts'

/** The cover picture of a class: uploaded immediately, saved by its key with the form. */
export function CoverInput({
  value = null,
  onChange,
  id,
}: {
  value?: string | null
  onChange?: (key: string | null) => void
  id?: string
}) {
  const say = useClassFormWords()
  const file = useRef<HTMLInputElement>(null)
  // Until the form is saved only its uploader sees it, by an address of its own.
  const [fresh, setFresh] = useState<{ key: string; path: string } | null>(null)
  const upload = useAction(fileCalls.uploadImage, {
    onDone({ data }) {
      setFresh({ key: data.key, path: data.imagePath })
      onChange?.(data.key)
    },
  })
  return (
    <div className="cover-input k-stack k-gap-2">
      {value && <img src={fresh?.key === value ? fresh.path : picturePath(value)} alt={say('coverAlt')} />}
      <Space>
        <Button id={id} loading={upload.isPending} onClick={() => file.current?.click()}>
          {say(value ? 'coverChange' : 'coverChoose')}
        </Button>
        {value && (
          <Button type="text" danger onClick={() => onChange?.(null)}>
            {say('coverDrop')}
          </Button>
        )}
      </Space>
      <input
        ref={file}
        type="file"
        // antd forms show file fields regardless of their CSS class.
        style={{ display: 'none' }}
        aria-label={say('cover')}
        accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          event.target.value = ''
          if (chosen) upload.mutate({ file: chosen })
        }}
      />
    </div>
  )
}
