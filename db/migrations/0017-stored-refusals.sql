-- Rows hold which refusal it was and its values; the sentence is made when they are read. Sentences without a value are
-- known again by their text; others stay as they were written and are read so.
update imports set problem = '{"code": "import.lapsed"}'
where problem->>'zh' = '这次导入已超过 30 天，其中的数据已清除，请重新上传文件';
update imports set problem = '{"code": "import.stopped"}'
where problem->>'zh' = '处理中断，请重试；如再次出现请联系管理员';
update imports set problem = '{"code": "import.empty"}'
where problem->>'zh' = '文件里没有要导入的行，请从模板的示例下面开始填写';
update uploads set refusal = refusal->'words' || jsonb_build_object('values', refusal->'values')
where refusal ? 'words';
