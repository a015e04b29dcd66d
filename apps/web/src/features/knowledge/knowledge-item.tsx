import { knowledgeWords as words } from '@clearbook/contracts/words/knowledge';
import { Menu } from '@mantine/core';
import { Link } from 'react-router';
import { noticeText } from './notice-text.ts';
import { useKnowledgeFirst } from './use-knowledge-first.ts';
import classes from './knowledge.module.css';

/** The notice as an item of a menu, which holds nothing but items. */
export default function KnowledgeItem() {
  const check = useKnowledgeFirst();
  if (check === null) return null;
  return (
    <Menu.Item component={Link} to="/knowledge-check" className={classes.item ?? ''}>
      {noticeText(check)} {words.notice.open}
    </Menu.Item>
  );
}
