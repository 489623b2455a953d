"""What stands in each table and chart: from a run's records to rows, with no knowledge of how they are drawn."""
