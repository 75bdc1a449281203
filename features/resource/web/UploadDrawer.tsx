import CloudUploadOutlined from '@ant-design/icons/es/icons/CloudUploadOutlined'
import TreeSelect from 'antd/es/tree-select'
import Dragger from 'antd/es/upload/Dragger'
import { useState } from 'react'
import { dialogWidths } from '../../../web/shell/control/dialogSizes.ts'
import { OfficeDrawer } from '../../../web/shell/control/OfficeDrawer.tsx'
import { Button } from '../../../web/shell/control/Button.tsx'
import { useCall } from '../../../web/client.ts'
import { resourceCategoryCalls } from '../category/contract.ts'
import { choicesOf } from '../../category/web/folders.ts'
import { UploadRows } from './UploadRow.tsx'
import { addVideos, clearOver, useUploads, videoFiles } from './uploads.ts'
import './Video.css'
import { useResourceWords } from './words.ts'

/** Chooses videos and shows them on their way; closing it stops nothing. */
export default function UploadDrawer({
  folder,
  onClose,
}: {
  /** Folder for new videos unless another is chosen. */
  folder: string | null
  onClose: () => void
}) {
  const say = useResourceWords()
  const uploads = useUploads().filter(({ listed }) => !listed)
  const tree = useCall(resourceCategoryCalls.findTree, {}).data ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const into = chosen ?? folder ?? ''

  return (
    <OfficeDrawer
      open
      onClose={onClose}
      size={dialogWidths.narrow}
      title={say('upload')}
      extra={
        uploads.some((upload) => upload.state === 'arrived' || upload.state === 'refused') && (
          <Button type="link" onClick={clearOver}>
            {say('clear')}
          </Button>
        )
      }
    >
      <label className="video-into k-stack k-gap-2">
        {say('into')}
        <TreeSelect
          value={into}
          onChange={setChosen}
          treeDefaultExpandAll
          treeData={[{ value: '', title: say('noFolder'), children: [] }, ...choicesOf(tree)]}
        />
      </label>
      <Dragger
        multiple
        height={200}
        accept={videoFiles}
        showUploadList={false}
        beforeUpload={(file) => {
          addVideos([file], { categoryId: into || null })
          return false
        }}
      >
        <p className="ant-upload-drag-icon">
          <CloudUploadOutlined />
        </p>
        <p className="ant-upload-text">{say('drop')}</p>
        <p className="ant-upload-hint">{say('dropHint')}</p>
      </Dragger>
      <UploadRows uploads={uploads} />
    </OfficeDrawer>
  )
}
