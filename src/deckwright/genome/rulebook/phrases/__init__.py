"""Phrases: values, conditions, cards, places and persons in English, matched on the nodes of typed trees."""
