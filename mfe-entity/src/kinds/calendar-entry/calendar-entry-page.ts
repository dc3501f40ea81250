import { Calendar } from 'lucide-react';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';

export const CALENDAR_ENTRY_PAGE = defineKindPage({ kind: 'CalendarEntry', icon: Calendar });
